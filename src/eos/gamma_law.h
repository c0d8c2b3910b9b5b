/* Numbers of an ideal gas that kernels read, derived from gamma and the mass per charge. The including file defines
 * both, as TAUB_EOS_GAMMA and TAUB_EOS_MASS, and R(), which converts to the type of the numbers. */
#define TAUB_EOS_PER_GAMMA R(1.0 / TAUB_EOS_GAMMA)
#define TAUB_EOS_GAMMA_LESS_1 R(TAUB_EOS_GAMMA - 1.0)
#define TAUB_EOS_PER_GAMMA_LESS_1 R(1.0 / (TAUB_EOS_GAMMA - 1.0))
#define TAUB_EOS_PER_SIX_GAMMA_LESS_1 R(1.0 / 6.0 / (TAUB_EOS_GAMMA - 1.0))
#define TAUB_EOS_GAMMA_PER_GAMMA_LESS_1 R(TAUB_EOS_GAMMA / (TAUB_EOS_GAMMA - 1.0))
#define TAUB_EOS_MASSLESS (TAUB_EOS_MASS == 0.0)
#define TAUB_EOS_SOFT (TAUB_EOS_GAMMA < 1.67)
