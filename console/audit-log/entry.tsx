import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/audit-log.ts'
import { AuditChanges } from '#console/kit/details/audit-changes.tsx'
import { actorWord, actWord, whyWord } from '#console/kit/details/audit-words.ts'
import { Facts } from '#console/kit/details/detail.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { Status } from '#console/kit/details/status.tsx'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { CopiedReference, LeftToRight, Reference, Time } from '#console/kit/details/values.tsx'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import styles from './audit-log.module.css'
import { destinationOf } from './destination.ts'
import { numberText } from '#console/kit/i18n/names.ts'

/** One audit entry with all facts, the changed fields and a link to its object. */
export function Entry({ entry, onClose }: { entry: AuditEntry; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { iamportKey } = useUser()
  useReturnFocus()
  const { seq, at, by_master, object_ref, result, why, changes, address, request_id } = entry
  const merchant = entry as AuditEntry & { merchant_key?: string; merchant_name?: string }
  const other = merchant.merchant_key !== undefined && merchant.merchant_key !== iamportKey ? merchant.merchant_key : ''
  const to = destinationOf(entry, other)
  return (
    <Modal
      opened
      onClose={onClose}
      title={actWord(entry)}
      size="lg"
      closeButtonProps={{ 'aria-label': t(($) => $.auditLog.close) }}
    >
      <div className={styles['entry']}>
        <Facts
          facts={[
            [wireWord('columns', 'result'), <Status key="result" of="audit" state={result} />],
            [wireWord('columns', 'at'), <Time key="at" at={at} zoned exact />],
            [
              wireWord('columns', 'actor'),
              <span key="actor">
                <bdi>{actorWord(entry)}</bdi>
                {by_master && ` ${t(($) => $.auditLog.byMaster)}`}
              </span>,
            ],
            [wireWord('columns', 'merchant'), merchant.merchant_name && <bdi key="for">{merchant.merchant_name}</bdi>],
            [wireWord('columns', 'why'), why === '' ? undefined : <bdi key="why">{whyWord(why)}</bdi>],
            [
              wireWord('columns', 'object_ref'),
              object_ref === '' ? undefined : (
                <span key="object">
                  <Reference>{object_ref}</Reference>
                  {to && (
                    <>
                      {' '}
                      <ScreenLink {...(to as { to: 'paymentLinkDetails' })}>
                        {t(($) => $.auditLog.openObject)}
                      </ScreenLink>
                    </>
                  )}
                </span>
              ),
            ],
            [
              wireWord('columns', 'address'),
              address === '' ? undefined : <LeftToRight key="from">{address}</LeftToRight>,
            ],
            [
              wireWord('columns', 'request_id'),
              request_id === '' ? undefined : (
                <CopiedReference key="request" copy={t(($) => $.auditLog.copyRequest)}>
                  {request_id}
                </CopiedReference>
              ),
            ],
            [t(($) => $.auditLog.number), seq === null ? t(($) => $.auditLog.beforeChain) : numberText(seq, language)],
          ]}
        />
        {Object.keys(changes).length > 0 && <AuditChanges entry={entry} />}
      </div>
    </Modal>
  )
}
