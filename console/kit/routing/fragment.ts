import { useEffect, useState } from 'react'

/**
 * A value of the URL fragment (`#token=…`), which is then removed from the address and the history. Browsers do not
 * send fragments, so the value is in no log and no Referer. Empty when there is none; opening another link on the
 * same screen replaces it.
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
