import { Button, Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readFactors, removeAuthenticator, removePasskey, renewRecoveryCodes, type Factors } from '#contract/factors.ts'
import { limits } from '#contract/limits.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { passkeysHere } from '#console/kit/auth/passkey.ts'
import { refreshUser } from '#console/kit/auth/session.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { Time } from '#console/kit/details/values.tsx'
import { useEnrolling } from './enrolling.tsx'
import { RenamePasskey } from './name-passkey.tsx'
import styles from './two-step.module.css'
import { isolated } from '#console/kit/i18n/bidi.ts'

/** The user's second factors, and their recovery codes. */
export function TwoStep(): ReactNode {
  const { t } = useTranslation()
  const { data, error, refetch } = useCall(readFactors, {})
  const on = data !== undefined && (data.totp_since !== null || data.passkeys.length > 0)
  return (
    <Section
      title={t(($) => $.twoStep.title)}
      end={
        data && (
          <span className={styles['state']} data-on={on || undefined}>
            <Icon name={on ? 'check' : 'warning'} size={14} />
            {t(($) => (on ? $.twoStep.on : $.twoStep.off))}
          </span>
        )
      }
    >
      {data ? <FactorList factors={data} on={on} /> : <Unanswered query={{ error, refetch }} lines={3} />}
    </Section>
  )
}

type Passkey = Factors['passkeys'][number]
type Asked = { about: 'app' } | { about: 'codes' } | { about: 'passkey' | 'name'; passkey: Passkey }

function FactorList({ factors, on }: { factors: Factors; on: boolean }): ReactNode {
  const { t } = useTranslation()
  const enrolling = useEnrolling()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { totp_since, passkeys, recovery_codes_left: left, passkeys_possible } = factors
  const few = left <= limits.recoveryCodesFew
  const mayAddPasskey = passkeys_possible && passkeysHere() && passkeys.length < limits.passkeysPerUser
  return (
    <>
      <p className={styles['hint']}>{t(($) => (on ? $.twoStep.onText : $.twoStep.offText))}</p>
      <ul className={styles['factors']}>
        <Row
          title={t(($) => $.twoStep.app)}
          text={totp_since ? <Since at={totp_since} /> : t(($) => $.twoStep.appText)}
          buttons={
            <>
              <Button variant="default" loading={enrolling.pending} onClick={enrolling.startApp}>
                {t(($) => (totp_since ? $.twoStep.replace : $.twoStep.setUp))}
              </Button>
              {totp_since && (
                <Button variant="default" onClick={() => setAsked({ about: 'app' })}>
                  {t(($) => $.twoStep.remove)}
                </Button>
              )}
            </>
          }
        />
        <Row
          title={t(($) => $.twoStep.passkeys)}
          text={t(($) => (passkeys_possible ? $.twoStep.passkeysText : $.twoStep.passkeysNotHere))}
          buttons={
            mayAddPasskey && (
              <Button
                variant="default"
                loading={enrolling.pending}
                onClick={() =>
                  enrolling.startPasskey(t(($) => $.twoStep.passkeyNumber, { number: passkeys.length + 1 }))
                }
              >
                {t(($) => $.twoStep.addPasskey)}
              </Button>
            )
          }
        >
          {passkeys.length > 0 && (
            <ul className={styles['passkeys']}>
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.passkey_id} passkey={passkey} onAsk={setAsked} />
              ))}
            </ul>
          )}
        </Row>
        {on && (
          <Row
            title={t(($) => $.twoStep.recoveryCodes)}
            text={
              <span className={few ? styles['few'] : undefined}>
                {few && <Icon name="warning" size={14} />} {t(($) => $.twoStep.left, { count: left })}
              </span>
            }
            buttons={
              <Button variant="default" onClick={() => setAsked({ about: 'codes' })}>
                {t(($) => $.twoStep.renew)}
              </Button>
            }
          />
        )}
      </ul>
      {enrolling.failure}
      {enrolling.dialogue}
      {asked && (
        <Asking
          asked={asked}
          last={isLast(asked, factors)}
          onCodes={enrolling.showCodes}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

const isLast = (asked: Asked, { totp_since, passkeys }: Factors): boolean =>
  asked.about === 'app' ? passkeys.length === 0 : totp_since === null && passkeys.length === 1

const Since = ({ at }: { at: string }): ReactNode => {
  const { t } = useTranslation()
  return (
    <>
      {t(($) => $.twoStep.since)} <Time at={at} />
    </>
  )
}

interface RowProps {
  title: string
  text: ReactNode
  buttons?: ReactNode
  children?: ReactNode
}
function Row({ title, text, buttons, children }: RowProps): ReactNode {
  return (
    <li>
      <div className={styles['row']}>
        <div>
          <h3>{title}</h3>
          <p>{text}</p>
        </div>
        <div className={styles['buttons']}>{buttons}</div>
      </div>
      {children}
    </li>
  )
}

function PasskeyRow({ passkey, onAsk }: { passkey: Passkey; onAsk: (asked: Asked) => void }): ReactNode {
  const { t } = useTranslation()
  const { name, created_at, last_used_at, is_synced, is_resident } = passkey
  const named = { name: isolated(name) }
  return (
    <li>
      <div className={styles['row']}>
        <div>
          <bdi className={styles['name']}>{name}</bdi>
          <p>
            <Since at={created_at} />
            {is_synced && ` · ${t(($) => $.twoStep.synced)}`}
            {!is_resident && ` · ${t(($) => $.twoStep.secondStepOnly)}`}
            {last_used_at && (
              <>
                {' · '}
                {t(($) => $.twoStep.lastUsed)} <Time at={last_used_at} />
              </>
            )}
          </p>
        </div>
        <div className={styles['buttons']}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t(($) => $.twoStep.renameThis, named)}
            onClick={() => onAsk({ about: 'name', passkey })}
          >
            {t(($) => $.twoStep.rename)}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t(($) => $.twoStep.removeThis, named)}
            onClick={() => onAsk({ about: 'passkey', passkey })}
          >
            {t(($) => $.twoStep.remove)}
          </Button>
        </div>
      </div>
    </li>
  )
}

interface AskingProps {
  asked: Asked
  /** Whether it is the only second factor. */
  last: boolean
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}

/** Asks for confirmation before a factor is removed or codes are replaced. */
function Asking({ asked, last, onCodes, onClose }: AskingProps): ReactNode {
  const { t } = useTranslation()
  const refreshes = [readFactors]
  const app = useAction(removeAuthenticator, { refreshes })
  const passkey = useAction(removePasskey, { refreshes })
  const codes = useAction(renewRecoveryCodes, { refreshes })
  if (asked.about === 'name')
    return (
      <Modal
        opened
        onClose={onClose}
        title={t(($) => $.twoStep.renameTitle)}
        closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
      >
        <RenamePasskey passkeyId={asked.passkey.passkey_id} name={asked.passkey.name} onDone={onClose} />
      </Modal>
    )
  if (asked.about === 'codes') {
    const renew = async () => {
      const outcome = await codes.act({})
      onClose()
      if (outcome.ok) onCodes(outcome.answer.recovery_codes)
    }
    return (
      <Confirm
        title={t(($) => $.twoStep.renewTitle)}
        confirm={t(($) => $.twoStep.renew)}
        pending={codes.pending}
        onConfirm={() => void renew()}
        onClose={onClose}
      >
        {t(($) => $.twoStep.renewText)}
      </Confirm>
    )
  }
  const remove = async () => {
    const outcome =
      asked.about === 'app' ? await app.act({}) : await passkey.act({ path: { passkey_id: asked.passkey.passkey_id } })
    onClose()
    if (outcome.ok) void refreshUser()
  }
  return (
    <Confirm
      title={
        asked.about === 'app'
          ? t(($) => $.twoStep.removeAppTitle)
          : t(($) => $.twoStep.removePasskeyTitle, { name: isolated(asked.passkey.name) })
      }
      confirm={t(($) => $.twoStep.remove)}
      danger
      pending={app.pending || passkey.pending}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {t(($) => (last ? $.twoStep.removeLastText : $.twoStep.removeText))}
    </Confirm>
  )
}
