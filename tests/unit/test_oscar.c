/* The reader of particle lists: every dialect, and every error with its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/oscar.h"
#include "problems/pdg.h"

#define COLUMNS "t x y z mass p0 px py pz pdg ID charge"
#define UNITS "# Units: fm fm fm fm GeV GeV GeV GeV GeV none none e\n"
#define HEADER "#!OSCAR2013 particle_lists " COLUMNS "\n" UNITS "# toy-1.0\n"
#define PROTON "2 0.5 -1 3 0.938 1.0 0.2 -0.1 0.26486978 2212 0 1\n"
#define PION "2 -4 1.5 0.25 0.138 0.52 0.3 0.3 0.26712544 -211 1 -1\n"
#define OLD "OSC1997A\nfinal_id_p_x\n toy 1.0 (197, 79)+(197, 79) eqsp 0.1000E+03 1\n"
#define OLD_PROTON " 1 2212 0.2E+00 -0.1D+00 0.26486978 1.0 0.938 0.5 -1 3 2\n"
#define OLD_PION " 2 -211 0.3 0.3 0.26712544 0.52 0.138 -4 1.5 0.25 2\n"

static enum taub_status parse(const char *text, int first, int events, struct taub_particles *list,
                              struct taub_error *error)
{
    error->message[0] = '\0';
    return taub_oscar_parse(text, strlen(text), "list", first, events, list, error);
}

static void check_pair(const struct taub_particles *list, size_t at)
{
    const struct taub_particle *proton = &list->list[at], *pion = &list->list[at + 1];
    const double place[4] = {2, 0.5, -1, 3}, momentum[4] = {1, 0.2, -0.1, 0.26486978};
    for (int i = 0; i < 4; i++) {
        assert_true(proton->position[i] == place[i]);
        assert_true(proton->momentum[i] == momentum[i]);
    }
    assert_true(proton->mass == 0.938);
    assert_true(proton->baryon_number == 1);
    assert_true(pion->position[1] == -4 && pion->momentum[0] == 0.52 && pion->mass == 0.138);
    assert_true(pion->baryon_number == 0);
}

static void dialects(void **context)
{
    (void)context;
    static const char *const texts[] = {
        HEADER "# event 0 out 2\n" PROTON PION "# event 0 end 0 impact   0.000 scattering_projectile_target yes\n",
        HEADER "# event 7 in 2\r\n" PROTON PION "\n# event 7 end 0 impact   0.000 empty no\n",
        HEADER "# event 0 ensemble 1 out 2\n" PROTON PION "# event 0 end 0 impact 0.000\n",
        HEADER "# event 0 ensemble 1 out 2\n" PROTON PION "# event 0 ensemble 1 end 0 impact 0.000",
        "#!OSCAR2013 SMASH_IC " COLUMNS "\n" UNITS "# event 0 ensemble 0 start\n" PROTON PION
        "# event 0 ensemble 0 end\n",
        "#!ASCII particle_lists " COLUMNS "\n" UNITS "# event 0 out 2\n" PROTON PION "# event 0 end",
        /* other columns in another order */
        "#!OSCAR2013Extended particle_lists pdg p0 px py pz mass baryon_number x y z t xsecfac\n"
        "# Units: none GeV GeV GeV GeV GeV none fm fm fm fm none\n# event 0 out 2\n"
        "2212 1.0 0.2 -0.1 0.26486978 0.938 1 0.5 -1 3 2 0.5\n"
        "-211 0.52 0.3 0.3 0.26712544 0.138 0 -4 1.5 0.25 2 1\n# event 0 end\n",
        OLD " 1 2 0.000 0.000\n" OLD_PROTON OLD_PION,
        OLD " 1 2 0.000 0.000 197 197 0\n\n" OLD_PROTON "\n" OLD_PION "\n\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct taub_particles list;
        struct taub_error error;
        if (parse(texts[i], 0, 0, &list, &error) != TAUB_OK)
            fail_msg("%zu: %s", i, error.message);
        assert_int_equal(list.events, 1);
        assert_int_equal(list.test_particles, 1);
        assert_int_equal(list.count, 2);
        check_pair(&list, 0);
        taub_particles_free(&list);
    }
}

static void mass_from_momentum(void **context)
{
    (void)context;
    struct taub_particles list;
    struct taub_error error;
    assert_int_equal(
        parse("#!OSCAR2013 particle_lists t x y z p0 px py pz pdg\n# Units: fm fm fm fm GeV GeV GeV GeV 1\n"
              "# event 0 out 2\n0 0 0 0 5 0 3 0 2112\n0 0 0 0 1 0.6 0 0.80000001 22\n# event 0 end\n",
              0, 0, &list, &error),
        TAUB_OK);
    assert_true(fabs(list.list[0].mass - 4) < 1e-14);
    assert_true(list.list[1].mass == 0);
    /* p0 < |p| by what printing leaves: raised to the shell */
    assert_true(fabs(list.list[1].momentum[0] - hypot(0.6, 0.80000001)) < 1e-15);
    taub_particles_free(&list);
}

#define THREE                                                                           \
    HEADER "# event 0 out 1\n" PROTON "# event 0 end\n# event 1 out 2\n" PROTON PION    \
           "# event 1 end\n# event 2 end 0 impact 14 scattering_projectile_target no\n" \
           "# event 3 out 0\n# event 3 end\n"

static void choice_of_events(void **context)
{
    (void)context;
    static const struct {
        int first, events, expected, particles;
    } choices[] = {{0, 0, 3, 3}, {0, 1, 1, 1}, {1, 1, 1, 2}, {1, 0, 2, 2}, {2, 1, 1, 0}, {0, 3, 3, 3}};
    struct taub_particles list;
    struct taub_error error;
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        assert_int_equal(parse(THREE, choices[i].first, choices[i].events, &list, &error), TAUB_OK);
        assert_int_equal(list.events, choices[i].expected);
        assert_int_equal(list.count, choices[i].particles);
        taub_particles_free(&list);
    }
    assert_int_equal(parse(THREE, 3, 0, &list, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "the file has 3 events; there is no event 3"));
    assert_int_equal(parse(THREE, 1, 3, &list, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "2 events from number 1 on, but 3 are requested"));
    assert_int_equal(parse(OLD "1 1 0 0\n" OLD_PROTON "2 0 0 0\n3 2 0 0\n" OLD_PROTON OLD_PION, 2, 1, &list, &error),
                     TAUB_OK);
    assert_int_equal(list.count, 2);
    check_pair(&list, 0);
    assert_int_equal(list.list[1].line, 9);
    taub_particles_free(&list);
    assert_int_equal(
        parse("OSC1997A\nfinal_id_p_x\n toy (1,1)+(1,1) eqsp 1 20\n1 1 0 0\n" OLD_PROTON, 0, 0, &list, &error),
        TAUB_OK);
    assert_int_equal(list.test_particles, 20);
    taub_particles_free(&list);
}

#define ROW(text) HEADER "# event 0 out 1\n" text "\n# event 0 end\n"

static void errors(void **context)
{
    (void)context;
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"", "list:1: is no list of particles"},
        {"\n\n", "list:1: is no list of particles"},
        {"#!OSCAR2015 particle_lists t\n", "list:1: is no list of particles"},
        {"#!OSCAR2013\n", "list:1: holds \"\"; a list of particles is needed"},
        {"#!OSCAR2013 full_event_history " COLUMNS "\n" UNITS, "list:1: holds \"full_event_history\""},
        {"#!OSCAR2013 particle_lists t x y mass p0 px py pdg\n", "list:1: the columns z pz are missing"},
        {"#!OSCAR2013 particle_lists t x y z t p0 px py pz pdg\n", "list:1: names the column t twice"},
        {"#!OSCAR2013 particle_lists " COLUMNS
         " 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9 "
         "1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9\n" UNITS,
         "list:1: names 66 columns; at most 62"},
        {"#!OSCAR2013 particle_lists " COLUMNS "\n", "list:1: expected the units"},
        {"#!OSCAR2013 particle_lists " COLUMNS "\n# SMASH-3.1\n", "list:2: expected the units"},
        {"#!OSCAR2013 particle_lists " COLUMNS "\n# Units: fm fm fm fm GeV GeV\n",
         "list:2: has 6 units for 12 columns"},
        {"#!OSCAR2013 particle_lists " COLUMNS "\n# Units: fm fm fm m GeV GeV GeV GeV GeV none none e\n",
         "list:2: the unit of z is \"m\"; expected fm"},
        {"#!OSCAR2013 particle_lists " COLUMNS "\n# Units: fm fm fm fm MeV GeV GeV GeV GeV none none e\n",
         "list:2: the unit of mass is \"MeV\"; expected GeV"},
        {HEADER, "list:3: the file ends without an event"},
        {HEADER "# event 2 end 0 impact 14 scattering_projectile_target no\n",
         "list:4: the file ends without an event"},
        {HEADER PROTON, "list:4: a particle outside of the events"},
        {HEADER "# event 0 out 1\n" PROTON "# event 0 end\n" PROTON, "list:7: a particle outside of the events"},
        {HEADER "# event 0 out 1\n" PROTON,
         "list:5: the file ends before event 0, which begins in line 4, has its end"},
        {HEADER "# event 0 out 2\n" PROTON "# event 1 out 1\n", "list:6: event 0, which begins in line 4, has no end"},
        {HEADER "# event 0 in 1\n" PROTON "# event 0 out 1\n",
         "list:6: a second list of event 0, which begins in line 4"},
        {HEADER "# event 0 out 2\n" PROTON "# event 0 end\n",
         "list:6: event 0 ends after 1 particles; line 4 announces 2"},
        {HEADER "# event 0 out 1\n" PROTON PION "# event 0 end\n", "list:6: one more particle than the 1 that line 4"},
        {HEADER "# event 0 out 1\n" PROTON "# event 3 end\n", "list:6: the end of event 3, ensemble 0, but event 0"},
        {HEADER "# event 0 ensemble 1 out 1\n" PROTON "# event 0 ensemble 2 end\n",
         "list:6: the end of event 0, ensemble 2, but event 0, ensemble 1, begins in line 4"},
        {HEADER "# event 0 end\n", "list:4: the end of event 0, which has no beginning"},
        {HEADER "# event\n", "list:4: expected the number of the event"},
        {HEADER "# event -1 out 1\n", "list:4: expected the number of the event"},
        {HEADER "# event 0 ensemble out 1\n", "list:4: expected the number of the ensemble"},
        {HEADER "# event 0 off 1\n", "list:4: expected in, out, start or end"},
        {HEADER "# event 0 out many\n", "list:4: expected the number of particles"},
        {HEADER "# event 0 out -3\n", "list:4: expected the number of particles"},
        {ROW("2 0.5 -1 3 0.938 1.0 0.2 -0.1 0.26486978 2212"), "list:5: has 10 numbers for 12 columns"},
        {ROW("2 0.5 -1 3 0.938 1.0 0.2 -0.1 0.26486978 2212 0 1 7"), "list:5: has 13 numbers for 12 columns"},
        {ROW("2 nan -1 3 0.938 1.0 0.2 -0.1 0.26486978 2212 0 1"), "list:5: x, number 2 of the line, is nan"},
        {ROW("2 0.5 -1 3 0.938 inf 0.2 -0.1 0.26486978 2212 0 1"), "list:5: p0, number 6 of the line, is inf"},
        {ROW("2 0.5 1e300 3 0.938 1 0.2 -0.1 0.26486978 2212 0 1"), "list:5: y, number 3 of the line, is 1e300"},
        {ROW("2 0.5 -1 3 0.938 1.0 0.2 -0.1 hello 2212 0 1"), "list:5: pz, number 9 of the line, is \"hello\""},
        {ROW("0x2 0.5 -1 3 0.938 1.0 0.2 -0.1 0.2 2212 0 1"), "list:5: t, number 1 of the line, is \"0x2\""},
        {ROW("2 0.5 -1 3 0.938 1.0 0.2 -0.1 0.26486978 proton 0 1"), "is \"proton\", not a whole number"},
        {ROW("2 0.5 -1 3 0.938 1.0 0.2 -0.1 0.26486978 22.5 0 1"), "list:5: pdg, number 10 of the line, is \"22.5\""},
        {ROW("2 0.5 -1 3 0.938 1.0 0.2 -0.1 0.26486978 0 0 1"), "list:5: pdg is 0"},
        {ROW("2 0.5 -1 3 0.938 1.0 0.2 -0.1 0.26486978 99999999999 0 1"), "list:5: pdg is 99999999999"},
        {ROW("2 0.5 -1 3 0.938 1.0 2.0 -0.1 0.26486978 2212 0 1"), "list:5: p0^2 - p^2 is -3.08016 GeV^2"},
        {ROW("2 0.5 -1 3 0.938 0 0.2 -0.1 0.26486978 2212 0 1"), "list:5: the energy p0 is 0"},
        {ROW("2 0.5 -1 3 -0.938 1.0 0.2 -0.1 0.26486978 2212 0 1"), "list:5: the mass is -0.938"},
        {ROW("2 0.5 -1 3 0.5 1.0 0.2 -0.1 0.26486978 2212 0 1"), "list:5: mass 0.5 does not match"},
        {"#!OSCAR2013 particle_lists t x y z p0 px py pz pdg baryon_number\n"
         "# Units: fm fm fm fm GeV GeV GeV GeV none none\n# event 0 out 1\n0 0 0 0 5 0 3 0 2112 0\n# event 0 end\n",
         "list:4: baryon_number is 0, but pdg 2112 has 1"},
        {"OSC1997A\n", "list:1: expected final_id_p_x"},
        {"OSC1997A\nfinal_id_p_x\n", "list:2: expected the line of the code"},
        {"OSC1997A\nfinal_id_p_x\ntoy 1.0 none\n", "list:3: expected the line of the code"},
        {"OSC1997A\nfinal_id_p_x\ntoy 1.0 0\n", "list:3: expected the line of the code"},
        {OLD, "list:3: the file ends without an event"},
        {OLD "1 2 0\n", "list:4: has 3 numbers; expected the beginning of an event"},
        {OLD "1 x 0 0\n", "list:4: expected the beginning of an event"},
        {OLD "1 -2 0 0\n", "list:4: expected the beginning of an event"},
        {OLD "1 2 0 0\n" OLD_PROTON, "list:5: the file ends after 1 particles of event 1; line 4 announces 2"},
        {OLD "1 1 0 0\n" OLD_PROTON OLD_PION, "list:6: has 11 numbers; expected the beginning of an event"},
        {OLD "1 2 0 0\n" OLD_PROTON "2 0 0 0\n", "list:6: particle 2 of the 2 that line 4 announces has 4 numbers"},
        {OLD "1 1 0 0\n1 2212 0.2 -0.1 0.26 nan 0.938 0 0 0 0\n", "list:5: p0, number 6 of the line, is nan"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct taub_particles list;
        struct taub_error error;
        if (parse(wrong[i].text, 0, 0, &list, &error) != TAUB_BAD_INPUT || !strstr(error.message, wrong[i].message))
            fail_msg("%zu: expected \"%s\", got \"%s\"", i, wrong[i].message, error.message);
        assert_null(list.list);
    }
}

/* Partons of AMPT: the energy from the mass; quarks carry thirds of a baryon. */
static void partons_of_ampt(void **context)
{
    (void)context;
    struct taub_particles list;
    struct taub_error error;
    static const char text[] = "  1  0  2  0 0\n"
                               " 2 0.3 -0.4 1.2 0.0056 1.5 -2.5 0.25 0.75\n"
                               "-3 0 0 0 0.199 0 0 0 1\n"
                               " 2  0  1\n21 3 0 4 0 0 0 0 1\n";
    assert_int_equal(parse(text, 0, 0, &list, &error), TAUB_OK);
    assert_int_equal(list.events, 2);
    assert_int_equal(list.count, 3);
    assert_int_equal(list.test_particles, 1);
    const struct taub_particle *u = &list.list[0];
    assert_true(u->position[0] == 0.75 && u->position[1] == 1.5 && u->position[2] == -2.5 && u->position[3] == 0.25);
    assert_true(fabs(u->momentum[0] - sqrt(1.69 + 0.0056 * 0.0056)) < 1e-15 && u->momentum[3] == 1.2);
    assert_true(u->baryon_number == 1 / 3.0 && list.list[1].baryon_number == -1 / 3.0);
    assert_true(list.list[2].baryon_number == 0 && list.list[2].momentum[0] == 5 && list.list[2].line == 5);
    taub_particles_free(&list);
    assert_int_equal(parse(text, 1, 1, &list, &error), TAUB_OK);
    assert_int_equal(list.count, 1);
    taub_particles_free(&list);

    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"1 0\n", "list:1: expected the beginning of an event, \"event iteration partons\""},
        {"1 0.5 2\n", "list:1: number 2 is 0.5; an event of AMPT begins with integers"},
        {"1 0 2\n1 0 0 0 0.3 0 0 0 1\n", "list:2: the file ends after 1 partons of event 0; line 1 announces 2"},
        {"1 0 1\n1 0 0 0 0.3 0 0 0\n", "list:2: parton 1 of the 1 that line 1 announces has 8 numbers"},
        {"1 0 1\n1 0 0 x 0.3 0 0 0 1\n", "list:2: \"x\" is not a number"},
        {"1 0 1\n1.5 0 0 0 0.3 0 0 0 1\n", "list:2: pdg is 1.5"},
        {"1 0 1\n1 0 0 0 -0.3 0 0 0 1\n", "list:2: mass -0.3"},
        {"1 0 1\n1 0 0 0 0 0 0 0 1\n", "the energy positive"},
        {"1 0 1\n1 nan 0 0 1 0 0 0 1\n", "list:2: number 2 of the line is nan"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (parse(wrong[i].text, 0, 0, &list, &error) != TAUB_BAD_INPUT || !strstr(error.message, wrong[i].message))
            fail_msg("%zu: expected \"%s\", got \"%s\"", i, wrong[i].message, error.message);
        assert_null(list.list);
    }
    assert_int_equal(parse(text, 2, 1, &list, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "has 2 events; there is no event 2"));
}

static void file_that_is_not_there(void **context)
{
    (void)context;
    struct taub_particles list;
    struct taub_error error;
    assert_int_equal(taub_oscar_read("/nowhere/list.oscar", 0, 0, &list, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "/nowhere/list.oscar: cannot be opened"));
    assert_null(list.list);
}

static void baryon_numbers(void **context)
{
    (void)context;
    static const struct {
        int64_t code;
        int baryons;
    } known[] = {
        {2212, 1},       {2112, 1},         {-2212, -1},       {-2112, -1}, {211, 0},   {-211, 0},  {111, 0},
        {22, 0},         {11, 0},           {-13, 0},          {321, 0},    {130, 0},   {310, 0},   {3122, 1},
        {-3122, -1},     {3334, 1},         {2224, 1},         {-1114, -1}, {12112, 1}, {12212, 1}, {9010221, 0},
        {100221, 0},     {10311, 0},        {4122, 1},         {5122, 1},   {421, 0},   {2101, 0},  {2203, 0},
        {1000010020, 2}, {1000791970, 197}, {-1000020040, -4}, {21, 0},     {1, 0},     {23, 0},    {9000211, 0},
        {9902210, 1},    {1010010030, 3},   {1000010030, 3},   {113, 0},    {333, 0},   {443, 0},   {103316, 1},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (taub_pdg_baryon_number(known[i].code) != known[i].baryons)
            fail_msg("%lld has %d, not %d", (long long)known[i].code, taub_pdg_baryon_number(known[i].code),
                     known[i].baryons);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dialects),         cmocka_unit_test(mass_from_momentum),
        cmocka_unit_test(choice_of_events), cmocka_unit_test(errors),
        cmocka_unit_test(partons_of_ampt),  cmocka_unit_test(file_that_is_not_there),
        cmocka_unit_test(baryon_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
