/* What src/eos/ideal_gas.c derives from gamma and mass for kernels, where a test gives TAUB_EOS_GAMMA and TAUB_EOS_MASS
 * as constants. */
#define TAUB_EOS_GAMMA_LESS_1 R(TAUB_EOS_GAMMA - 1.0)
#define TAUB_EOS_PER_GAMMA_LESS_1 R(1.0 / (TAUB_EOS_GAMMA - 1.0))
#define TAUB_EOS_PER_SIX_GAMMA_LESS_1 R(1.0 / 6.0 / (TAUB_EOS_GAMMA - 1.0))
#define TAUB_EOS_GAMMA_PER_GAMMA_LESS_1 R(TAUB_EOS_GAMMA / (TAUB_EOS_GAMMA - 1.0))
#define TAUB_EOS_MASSLESS (TAUB_EOS_MASS == 0.0)
#define TAUB_EOS_SOFT (TAUB_EOS_GAMMA < 1.67)
