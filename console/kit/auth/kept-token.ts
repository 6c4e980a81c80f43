import { useState } from 'react'
import { useFragment } from '#console/kit/routing/fragment.ts'

/** The kinds of links whose token outlives a reload, and signing in or registering in between. */
type Kept = 'invite' | 'kyc'
const nameOf = (what: Kept) => `${what}-token`

/** The token of the link that was opened in this tab (`#token=…`), kept in sessionStorage and never in an address. */
export function useKeptToken(what: Kept): string {
  const given = useFragment('token')
  const [kept] = useState(() => keptToken(what))
  if (given) sessionStorage.setItem(nameOf(what), given)
  return given || kept
}
export const keptToken = (what: Kept): string => sessionStorage.getItem(nameOf(what)) ?? ''
export const forgetToken = (what: Kept): void => sessionStorage.removeItem(nameOf(what))
