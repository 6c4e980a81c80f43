import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  auditLogList,
  auditResults,
  exportAuditLogs,
  listAuditActors,
  listAuditLogs,
  type AuditEntry,
} from '#contract/audit-log.ts'
import { auditActions } from '#contract/audit-actions.ts'
import { actorWord, actWord, changedFieldWord, whyWord } from '#console/kit/details/audit-words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { CutShort, Nothing, Reference } from '#console/kit/details/values.tsx'
import { byLabel } from '#console/kit/i18n/name-order.ts'
import { stateWord, useLanguage } from '#console/kit/i18n/words.ts'
import styles from './audit-log.module.css'
import { ChainState } from './chain-state.tsx'
import { Entry } from './entry.tsx'

/** The audit log: acts, denied tries and sensitive reads, with actor, time, address and result. */
export default function AuditLog(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const actors = useCall(listAuditActors, {})
  return (
    <>
      <ListScreen
        name="auditLog"
        table="audit-log"
        call={listAuditLogs}
        exports={exportAuditLogs}
        list={auditLogList}
        status="audit"
        beside={<ChainState />}
        rowKey={({ event_id }) => event_id}
        cells={{
          actor: (entry) => <bdi>{actorWord(entry)}</bdi>,
          action: (entry) => (
            <button
              type="button"
              className={styles['opener']}
              aria-label={t(($) => $.auditLog.open, { act: actWord(entry) })}
              onClick={() => setOpen(entry)}
            >
              {actWord(entry)}
            </button>
          ),
          result: (entry) => <Status of="audit" state={entry.result} />,
          object_ref: ({ object_ref }) =>
            object_ref ? (
              <CutShort characters={14}>
                <Reference>{object_ref}</Reference>
              </CutShort>
            ) : (
              <Nothing />
            ),
          why: ({ why }) => (why ? <bdi>{whyWord(why)}</bdi> : <Nothing />),
          changes: ({ changes }) =>
            Object.keys(changes)
              .map(changedFieldWord)
              .join(t(($) => $.app.comma)) || <Nothing />,
        }}
        choices={{
          action: byLabel(
            Object.keys(auditActions).map((value) => ({ value, label: actWord({ action: value }) })),
            language,
          ),
          result: auditResults.map((value) => ({ value, label: stateWord('audit', value) })),
          ...(actors.data?.length
            ? { actor_id: actors.data.map(({ actor_id, name }) => ({ value: actor_id, label: name })) }
            : {}),
        }}
        empty={{ title: t(($) => $.auditLog.emptyTitle), text: t(($) => $.auditLog.emptyText) }}
      />
      {open && <Entry entry={open} onClose={() => setOpen(null)} />}
    </>
  )
}
