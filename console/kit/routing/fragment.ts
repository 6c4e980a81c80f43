import { useEffect, useState } from 'react'

/**
 * A value of the address's fragment (`#token=…`), which from then on stands neither in the address nor in the history.
 * A fragment is never sent to a server, so it is in no log and no Referer either. Empty when there is none; another link
 * that is opened on the same screen takes the place of the first.
 */
export function useFragment(name: string): string {
  const [value, setValue] = useState(() => takeFragment(name))
  useEffect(() => {
    const onChange = () => setValue((before) => takeFragment(name) || before)
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [name])
  return value
}

function takeFragment(name: string): string {
  const here = new URL(location.href)
  const value = new URLSearchParams(here.hash.slice(1)).get(name)
  if (value === null) return ''
  here.hash = ''
  history.replaceState(history.state, '', here.href.replace(/#$/, ''))
  return value
}
