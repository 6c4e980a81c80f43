import { useState } from 'react'
import { useFragment } from './fragment.ts'

const name = 'invite-token'

/**
 * The token of the invite whose link was opened in this tab. It stays for the way through signing in or registering, in
 * this tab alone, and never in an address; `forgetInvite` ends that.
 */
export function useInviteToken(): string {
  const given = useFragment('token')
  const [kept] = useState(() => sessionStorage.getItem(name) ?? '')
  if (given) sessionStorage.setItem(name, given)
  return given || kept
}
export const keptInvite = (): string => sessionStorage.getItem(name) ?? ''
export const forgetInvite = (): void => sessionStorage.removeItem(name)
