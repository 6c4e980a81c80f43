import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { screenAt } from '#contract/menu.ts'
import type { ScreenName } from '#contract/screens.ts'
import { useUser } from '#console/kit/auth/session.ts'

/** A visit to a screen that shows one object. */
export interface Visit {
  to: ScreenName
  search: Record<string, string>
  /** The object's reference. */
  ref: string
}
const most = 6
/** The query parameter with the object's reference, of each screen whose visits are kept. */
const references: Partial<Record<ScreenName, string>> = {
  paymentDetails: 'order_ref',
  paymentLinkDetails: 'ref',
  paymentPageDetails: 'ref',
  invoiceDetails: 'ref',
}

/** Keeps the user's visits in localStorage until they sign out. */
export function useRememberVisits(): void {
  const { pathname, searchStr } = useLocation()
  const key = useVisitsKey()
  useEffect(() => {
    const name = screenAt(pathname)?.name
    const reference = name && references[name]
    const ref = reference ? new URLSearchParams(searchStr).get(reference) : null
    if (!name || !reference || !ref || !/^[\w-]{1,64}$/.test(ref)) return
    const visit: Visit = { to: name, search: { [reference]: ref }, ref }
    const others = readVisits(key).filter((one) => one.ref !== ref)
    localStorage.setItem(key, JSON.stringify([visit, ...others].slice(0, most)))
  }, [key, pathname, searchStr])
}

/** The kept visits, the latest first. */
export const useVisits = (): Visit[] => readVisits(useVisitsKey())

/** The storage key; each user and environment has its own visits. */
function useVisitsKey(): string {
  const { subUserUuid, is_live_mode } = useUser()
  return `visits ${subUserUuid} ${is_live_mode ? 'live' : 'sandbox'}`
}

function readVisits(key: string): Visit[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept)
      ? (kept as Visit[]).filter(({ to, ref }) => to in references && typeof ref === 'string')
      : []
  } catch {
    return []
  }
}
