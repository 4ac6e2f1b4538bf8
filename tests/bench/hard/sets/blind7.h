/* What blind7a.cu to blind7j.cu, and the programs of blind8 to blind12, share: job() of blind6.h, and
 * answers to "is it right?" for results that the CPU has in full. */
#pragma once
#include "blind6.h"
template <class T> static std::function<bool(const std::vector<T> &)> same(const std::vector<T> &want)
{
	return [want](const std::vector<T> &v) { return v == want; };
}
// part: how far each may be from the right one
template <class T>
static std::function<bool(const std::vector<T> &)> close_to(const std::vector<T> &want, double part = 1e-4)
{
	return [want, part](const std::vector<T> &v) {
		for (size_t i = 0; i < v.size(); i++)
			if (!near((double)v[i], (double)want[i], part))
				return false;
		return v.size() == want.size();
	};
}
