/**
 * Takes a value out of the address's fragment (`#token=…`), once: from then on it stands neither in the address nor in
 * the history. A fragment is never sent to a server, so it is in no log and no Referer either.
 */
export function takeFragment(name: string): string {
  const here = new URL(location.href)
  const value = new URLSearchParams(here.hash.slice(1)).get(name)
  if (value === null) return ''
  here.hash = ''
  history.replaceState(history.state, '', here.href.replace(/#$/, ''))
  return value
}
