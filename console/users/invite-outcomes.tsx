import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './users.module.css'

/** How the invitation of one address went. */
export type InviteOutcome = { email: string } & ({ state: 'waiting' | 'invited' } | { state: 'failed'; why: string })

/** How far the invitations are, and what became of each. */
export function InviteOutcomes({ outcomes }: { outcomes: readonly InviteOutcome[] }): ReactNode {
  const { t } = useTranslation()
  const over = outcomes.filter(({ state }) => state !== 'waiting').length
  const invited = outcomes.filter(({ state }) => state === 'invited').length
  const label = t(($) => $.users.invitedOf, { invited, count: outcomes.length })
  return (
    <section className={styles['outcomes']}>
      <p role="status">{label}</p>
      {over < outcomes.length && <progress value={over} max={outcomes.length} aria-label={label} />}
      <ul>
        {outcomes.map((outcome) => (
          <li key={outcome.email} data-state={outcome.state}>
            <Icon name={outcome.state === 'failed' ? 'warning' : outcome.state === 'invited' ? 'check' : 'mail'} />
            <bdi dir="ltr">{outcome.email}</bdi>
            <span>{outcome.state === 'failed' ? outcome.why : t(($) => $.users.inviteStates[outcome.state])}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
