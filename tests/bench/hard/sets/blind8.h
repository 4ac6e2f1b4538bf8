// blind8: what the programs of this set share: the same as blind7's
#pragma once
#include "blind7.h"
