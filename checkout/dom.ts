/** The first element of the document that matches, or null. */
export const one = <E extends HTMLElement>(selector: string): E | null => document.querySelector<E>(selector)

/** Every element of the document that matches. */
export const all = <E extends HTMLElement = HTMLElement>(selector: string): NodeListOf<E> =>
  document.querySelectorAll<E>(selector)
