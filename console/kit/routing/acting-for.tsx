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

const Zone = createContext('')
/** Makes the times among its children those of a time zone. */
export const InZone = ({ timeZone, children }: { timeZone: string; children: ReactNode }): ReactNode => (
  <Zone value={timeZone}>{children}</Zone>
)
/** The time zone in which times are shown: by default that of the user's merchant. */
export function useTimeZone(): string {
  const own = useUser().time_zone
  return useContext(Zone) || own
}

/** The key of the merchant that the user acts for; empty for their own. */
export const useActingFor = (): string => useContext(Acting)
