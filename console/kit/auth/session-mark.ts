/**
 * The mark in localStorage of a browser in which somebody may be signed in; it gives no access. Screens for everybody ask for
 * the session only where it is, so that a first visit asks for nothing. Cleared with the storage when a session ends.
 */
const key = 'signed-in'
export const hasSessionMark = (): boolean => typeof localStorage !== 'undefined' && localStorage.getItem(key) === '1'
export const setSessionMark = (): void => localStorage.setItem(key, '1')
export const clearSessionMark = (): void => localStorage.removeItem(key)
