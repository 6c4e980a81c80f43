import { createContext, useContext, type ReactNode } from 'react'
import { useUser } from '#console/kit/auth/session.ts'

const Acting = createContext('')

/**
 * Everything inside is about another merchant, by its key: one that the user's own, a master, may act for. Without a key it
 * stays as it is around it.
 */
export function ActingFor({ merchant, children }: { merchant: string; children: ReactNode }): ReactNode {
  const own = useUser().iamportKey
  const around = useContext(Acting)
  return <Acting value={merchant === '' ? around : merchant === own ? '' : merchant}>{children}</Acting>
}

/** The key of the merchant that is acted for; empty for the user's own. */
export const useActingFor = (): string => useContext(Acting)
