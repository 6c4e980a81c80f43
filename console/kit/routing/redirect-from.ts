/**
 * Where to go after signing in, when it is a place of ours: a path that begins with one slash and still lies on our
 * origin once a browser has read it. Anything else is null.
 */
export function ownPath(wanted: string | undefined, origin: string): string | null {
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return null
  const url = URL.parse(wanted, origin)
  if (url?.origin !== origin || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
