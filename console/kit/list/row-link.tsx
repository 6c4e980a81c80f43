import type { ReactNode } from 'react'
import { useUser } from '#console/kit/auth/session.ts'
import { mayOpen } from '#console/kit/routing/guard.ts'
import { ScreenLink, type AnyDestination } from '#console/kit/routing/screen-link.tsx'
import styles from './list.module.css'

/** The link of a whole row. Where the rule of its screen denies the user, the row is none. */
export function RowLink({ to, children }: { to: AnyDestination | undefined; children: ReactNode }): ReactNode {
  const user = useUser()
  if (!to || !mayOpen(to.to, user)) return children
  return (
    <ScreenLink {...(to as { to: 'paymentLinkDetails' })} className={styles['rowLink']}>
      {children}
    </ScreenLink>
  )
}
