import { reconDatesKey, useUser } from './session.ts'

/** The days that this user chose last in a screen of reconciliation, kept over signing out, and what keeps others. */
export function useKeptDays(): [kept: string, keep: (chosen: string) => void] {
  const key = `${reconDatesKey}.${useUser().subUserUuid}`
  return [localStorage.getItem(key) ?? '', (chosen) => localStorage.setItem(key, chosen)]
}
