/**
 * The path to go to after signing in: one that begins with a single slash and, parsed as a URL, stays on our origin.
 * Null for anything else, which would be an open redirect.
 */
export function ownPath(wanted: string | undefined, origin: string): string | null {
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return null
  const url = URL.parse(wanted, origin)
  if (url?.origin !== origin || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
