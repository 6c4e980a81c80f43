import { useState } from 'react'
import { useFragment } from '#console/kit/routing/fragment.ts'

/** What a link was for whose token outlives a reload, and the way through signing in or registering. */
type Kept = 'invite' | 'kyc'
const nameOf = (what: Kept) => `${what}-token`

/** The token of the link that was opened in this tab (`#token=…`). It stays in this tab alone, and never in an address. */
export function useKeptToken(what: Kept): string {
  const given = useFragment('token')
  const [kept] = useState(() => keptToken(what))
  if (given) sessionStorage.setItem(nameOf(what), given)
  return given || kept
}
export const keptToken = (what: Kept): string => sessionStorage.getItem(nameOf(what)) ?? ''
export const forgetToken = (what: Kept): void => sessionStorage.removeItem(nameOf(what))
