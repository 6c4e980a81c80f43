import { createContext, useContext, type ReactNode } from 'react'
import { useUser } from '#console/kit/auth/session.ts'

const Acting = createContext('')

/**
 * Makes the calls of its children act for a sub-merchant, by its key. With an empty key the merchant around it
 * stays.
 */
export function ActingFor({ merchant, children }: { merchant: string; children: ReactNode }): ReactNode {
  const own = useUser().iamportKey
  const around = useContext(Acting)
  return <Acting value={merchant === '' ? around : merchant === own ? '' : merchant}>{children}</Acting>
}

/** The key of the merchant that the user acts for; empty for their own. */
export const useActingFor = (): string => useContext(Acting)
