/** The digits of a phone number from the last to the first: a number is found by its end, however it is written. */
export const reversedPhone = (phone: string): string => (phone.match(/\d/g) ?? []).toReversed().join('')

/** The same of a search that may be a phone number; null for another. Fewer than four digits find too many. */
export const phoneWanted = (search: string): string | null =>
  /^\+?[\d ().-]{4,32}$/.test(search) && /(?:\d\D*){4}/.test(search) ? reversedPhone(search) : null
