/* Numbers of an ideal gas that kernels read, from gamma (TAUB_EOS_GAMMA) and the mass of a charge (TAUB_EOS_MASS),
 * which who includes this has defined, with R() for the type of numbers. */
#define TAUB_EOS_GAMMA_LESS_1 R(TAUB_EOS_GAMMA - 1.0)
#define TAUB_EOS_PER_GAMMA_LESS_1 R(1.0 / (TAUB_EOS_GAMMA - 1.0))
#define TAUB_EOS_PER_SIX_GAMMA_LESS_1 R(1.0 / 6.0 / (TAUB_EOS_GAMMA - 1.0))
#define TAUB_EOS_GAMMA_PER_GAMMA_LESS_1 R(TAUB_EOS_GAMMA / (TAUB_EOS_GAMMA - 1.0))
#define TAUB_EOS_MASSLESS (TAUB_EOS_MASS == 0.0)
#define TAUB_EOS_SOFT (TAUB_EOS_GAMMA < 1.67)
