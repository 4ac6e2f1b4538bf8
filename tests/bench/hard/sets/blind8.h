// blind8: what blind8a.cu to blind8h.cu share is what blind7's programs do
#pragma once
#include "blind7.h"
