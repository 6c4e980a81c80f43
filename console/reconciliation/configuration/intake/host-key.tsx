import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopiedReference, Reference, Time } from '#console/kit/details/values.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { Notice } from '#console/kit/ui/notice.tsx'
import type { ShownKey } from './pin-dialogue.tsx'
import type { Intake } from './use-intake.ts'
import styles from './intake.module.css'

interface HostKeyProps {
  sftp: Intake['sftp']
  /** Opens the dialogue that pins a key: the one that the server shows, or one that is typed. */
  onPin: (shown: ShownKey | null) => void
}

/** What keeps files from being fetched: a key that nobody has pinned yet, another than the pinned one, or a failure. */
export function HostKeyNotice({ sftp, onPin }: HostKeyProps): ReactNode {
  const { t } = useTranslation()
  const { state, fault, other_host_key: other, host_key: pinned } = sftp
  const host = isolatedLtr(sftp.host)
  if (state === 'host_key_changed')
    return (
      <Notice role="alert" title={t(($) => $.reconIntake.changedTitle, { host })}>
        <p>{t(($) => $.reconIntake.changedText)}</p>
        <dl className={styles['keys']}>
          {pinned && <Fingerprint name={t(($) => $.reconIntake.pinnedKey)} value={pinned.fingerprint} />}
          {other && <Fingerprint name={t(($) => $.reconIntake.shownKey)} value={other.fingerprint} />}
        </dl>
        <ol>
          <li>{t(($) => $.reconIntake.changedAsk)}</li>
          <li>{t(($) => $.reconIntake.changedPin)}</li>
          <li>{t(($) => $.reconIntake.changedElse)}</li>
        </ol>
        <Button variant="default" onClick={() => onPin(other)}>
          {t(($) => $.reconIntake.pinOther)}
        </Button>
      </Notice>
    )
  if (state === 'unpinned')
    return (
      <Notice title={t(($) => (other ? $.reconIntake.seenTitle : $.reconIntake.unseenTitle))}>
        <p>{t(($) => (other ? $.reconIntake.seenText : $.reconIntake.unseenText))}</p>
        {other ? (
          <dl className={styles['keys']}>
            <Fingerprint name={other.type || t(($) => $.reconIntake.shownKey)} value={other.fingerprint} />
          </dl>
        ) : (
          <Button variant="default" size="xs" onClick={() => onPin(null)}>
            {t(($) => $.reconIntake.typeKey)}
          </Button>
        )}
      </Notice>
    )
  if (state === 'failing' && fault !== '')
    return (
      <Notice role="alert" title={codeWord('sftpFaults', fault)}>
        <p>{codeWord('sftpRemedies', fault)}</p>
        {sftp.failing_since && (
          <p>
            {t(($) => $.reconIntake.failingSince)} <Time at={sftp.failing_since} zoned />
          </p>
        )}
      </Notice>
    )
  return null
}

const Fingerprint = ({ name, value }: { name: string; value: string }): ReactNode => (
  <div>
    <dt>
      <bdi>{name}</bdi>
    </dt>
    <dd>
      <Reference>{value}</Reference>
    </dd>
  </div>
)

/** The pinned key, who pinned it and when. */
export function PinnedKey({ sftp }: { sftp: Intake['sftp'] }): ReactNode {
  const { t } = useTranslation()
  const { host_key: key } = sftp
  if (!key) return null
  return (
    <span className={styles['stacked']}>
      <CopiedReference copy={t(($) => $.reconIntake.copyKey)}>{key.fingerprint}</CopiedReference>
      <small>
        {key.type && <bdi dir="ltr">{key.type}</bdi>}
        {key.type && ' · '}
        {t(($) => $.reconIntake.pinnedBy)} <bdi>{key.pinned_by}</bdi> · <Time at={key.pinned_at} zoned />
      </small>
    </span>
  )
}
