import { createContext, useContext, type ReactNode } from 'react'
import { useUser } from './session.ts'

const Acting = createContext('')

/** Everything inside is about another merchant, by its key: one that the user's own, a master, may act for. */
export function ActingFor({ merchant, children }: { merchant: string; children: ReactNode }): ReactNode {
  const own = useUser().iamportKey
  return <Acting value={merchant === own ? '' : merchant}>{children}</Acting>
}

/** The key of the merchant that is acted for; empty for the user's own. */
export const useActingFor = (): string => useContext(Acting)
