import { useState } from 'react'
import { firstPageSize, pageSizes } from './list-state.ts'

const key = 'rows-per-page'

/** The rows of a page that the user chose last, in any list; kept in localStorage until the user signs out. */
export function usePageSize(): [size: number, remember: (size: number) => void] {
  const [size, setSize] = useState<number>(() => {
    const kept = Number(localStorage.getItem(key))
    return pageSizes.find((one) => one === kept) ?? firstPageSize
  })
  const remember = (next: number) => {
    localStorage.setItem(key, String(next))
    setSize(next)
  }
  return [size, remember]
}
