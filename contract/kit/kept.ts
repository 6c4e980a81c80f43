/**
 * Memoises a function of a few strings or numbers. Constructing a formatter of `Intl` costs a thousand times its
 * use, and a table has hundreds of cells.
 * @param most the size of the cache, whose oldest entries are dropped; for arguments from outside.
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
