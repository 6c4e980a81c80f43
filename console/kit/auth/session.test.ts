import { expect, it } from 'vitest'
import { clearStorage } from './session.ts'

it('clears the user’s data from the storage, except the date ranges of reconciliation', () => {
  const kept = new Map([
    ['language', 'ar'],
    ['recon-dates', '1'],
    ['recon-dates:acme', '2'],
    ['dates-recon', '3'],
  ])
  clearStorage({
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
  })
  expect([...kept.keys()]).toEqual(['recon-dates', 'recon-dates:acme'])
})
