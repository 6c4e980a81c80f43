/**
 * Makes what depends on a few words once for each of them: a formatter of `Intl` costs a thousand times what using it does,
 * and a table has hundreds of cells.
 */
export function kept<Words extends readonly (string | number | boolean)[], Made>(
  make: (...words: Words) => Made,
): (...words: Words) => Made {
  const made = new Map<string, Made>()
  return (...words) => {
    const key = words.join('\n')
    const known = made.get(key)
    if (known !== undefined) return known
    const fresh = make(...words)
    made.set(key, fresh)
    return fresh
  }
}
