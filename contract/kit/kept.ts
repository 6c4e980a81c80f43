/**
 * Makes what depends on a few words once for each of them: a formatter of `Intl` costs a thousand times what using it does,
 * and a table has hundreds of cells.
 * @param most are kept, the latest made; where the words come from outside, or are many.
 */
export function kept<Words extends readonly (string | number | boolean)[], Made>(
  make: (...words: Words) => Made,
  most = Number.POSITIVE_INFINITY,
): (...words: Words) => Made {
  const made = new Map<string, Made>()
  return (...words) => {
    const key = words.join('\n')
    const known = made.get(key)
    if (known !== undefined) return known
    const fresh = make(...words)
    made.set(key, fresh)
    if (made.size > most) made.delete(made.keys().next().value as string)
    return fresh
  }
}
