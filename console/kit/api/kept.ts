import { useCallback, useState } from 'react'

/** A boolean in localStorage, kept until the user signs out. */
export function useKept(name: string): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => localStorage.getItem(name) === '1')
  const keep = useCallback(
    (next: boolean) => {
      if (next) localStorage.setItem(name, '1')
      else localStorage.removeItem(name)
      setValue(next)
    },
    [name],
  )
  return [value, keep]
}
