import { useState } from 'react'

/** A boolean in localStorage, kept until the user signs out. */
export function useKept(name: string): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => localStorage.getItem(name) === '1')
  const keep = (next: boolean) => {
    if (next) localStorage.setItem(name, '1')
    else localStorage.removeItem(name)
    setValue(next)
  }
  return [value, keep]
}
