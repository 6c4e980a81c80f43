import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import { historyRules, readHistory, type HistoryObject } from '#contract/audit-log.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { AuditChanges } from './audit-changes.tsx'
import { actorWord, actWord, whyWord } from './audit-words.ts'
import styles from './audit.module.css'
import { Section } from './detail.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { Status } from './status.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { LeftToRight, Time } from './values.tsx'

interface HistoryProps {
  object: HistoryObject
  /** The object's reference in the address of its page. */
  objectRef: string
}

/** The audited acts on an object, newest first, with the changed fields; for every page of an object. */
export function History({ object, objectRef: ref }: HistoryProps): ReactNode {
  const { t } = useTranslation()
  const user = accessOf(useUser())
  const may = allowed(historyRules[object], user)
  const { data, error, refetch } = useCall(readHistory, { body: { object, ref } }, { enabled: may })
  if (!may) return null
  const all = allowed('administration', user) && (
    <ScreenLink to="auditLog" search={{ object_ref: ref }}>
      {t(($) => $.auditLog.historyAll)}
    </ScreenLink>
  )
  return (
    <Section title={t(($) => $.auditLog.history)} end={all}>
      {error || !data ? (
        <Unanswered query={{ error, refetch }} lines={3} />
      ) : data.length === 0 ? (
        <p className={styles['hint']}>{t(($) => $.auditLog.historyEmpty)}</p>
      ) : (
        <ol className={styles['acts']}>
          {data.map((entry) => (
            <Act key={entry.event_id} entry={entry} />
          ))}
        </ol>
      )}
    </Section>
  )
}

function Act({ entry }: { entry: WireOutput<typeof readHistory>[number] }): ReactNode {
  const { t } = useTranslation()
  const { at, by_master, result, why, changes, address } = entry
  return (
    <li>
      <span className={styles['act']}>{actWord(entry)}</span>
      {result === 'denied' && <Status of="audit" state={result} />}
      <span className={styles['meta']}>
        <bdi>{actorWord(entry)}</bdi>
        {by_master && ` · ${t(($) => $.auditLog.byMaster)}`} · <Time at={at} zoned />
        {address !== '' && (
          <>
            {' '}
            · <LeftToRight>{address}</LeftToRight>
          </>
        )}
        {why !== '' && (
          <>
            {' '}
            · <bdi>{whyWord(why)}</bdi>
          </>
        )}
      </span>
      {Object.keys(changes).length > 0 && (
        <details className={styles['more']}>
          <summary>{t(($) => $.auditLog.changes)}</summary>
          <AuditChanges entry={entry} />
        </details>
      )}
    </li>
  )
}
