import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { revealSecret } from '#contract/merchants.ts'
import { endPreviousSecret, readSecretState, signWithNewSecret, type SecretState } from '#contract/secret-rotation.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { Facts } from '#console/kit/details/detail.tsx'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import { Rotate } from './rotate-secret.tsx'
import styles from './webhooks.module.css'

/** The merchant's secret behind asterisks, when it was used, and its replacement. */
export function Secret(): ReactNode {
  const { t } = useTranslation()
  const state = useCall(readSecretState, {})
  const { act, pending } = useAction(revealSecret)
  const [secret, setSecret] = useState('')
  const [rotating, setRotating] = useState(false)
  const reveal = async () => {
    const outcome = await act({})
    if (outcome.ok) setSecret(outcome.answer.iamportSecret)
  }
  const { data } = state
  return (
    <>
      <div className={styles['secret']}>
        <bdi dir="ltr" className={styles['value']}>
          {secret || '*'.repeat(16)}
        </bdi>
        {secret ? (
          <>
            <CopyButton text={secret} label={t(($) => $.keys.copySecret)} />
            <Button variant="default" onClick={() => setSecret('')}>
              {t(($) => $.keys.hide)}
            </Button>
          </>
        ) : (
          <Offered rule="webhooks">
            <Button variant="default" loading={pending} onClick={() => void reveal()}>
              {t(($) => $.keys.reveal)}
            </Button>
          </Offered>
        )}
        {data?.previous === null && (
          <Offered rule="webhooks">
            <Button variant="default" onClick={() => setRotating(true)}>
              {t(($) => $.keys.rotate)}
            </Button>
          </Offered>
        )}
      </div>
      <p className={styles['note']} role="status">
        {secret && t(($) => $.keys.shown)}
      </p>
      {data ? (
        <>
          <Facts
            facts={[
              [t(($) => $.keys.lastUsed), <LastUse key="used" of={data} />],
              [t(($) => $.keys.rotatedAt), data.rotated_at && <Time key="rotated" at={data.rotated_at} zoned />],
            ]}
          />
          {data.previous && <Previous previous={data.previous} />}
        </>
      ) : (
        <Unanswered query={state} lines={2} />
      )}
      {rotating && (
        <Rotate
          onRotated={(fresh) => {
            setSecret(fresh)
            setRotating(false)
          }}
          onClose={() => setRotating(false)}
        />
      )}
    </>
  )
}

/** When and from where a credential was last used, or that it was not. */
export function LastUse({ of }: { of: { last_used_at: string | null; last_used_from: string } }): ReactNode {
  const { t } = useTranslation()
  if (of.last_used_at === null) return t(($) => $.keys.neverUsed)
  return (
    <span>
      <Time at={of.last_used_at} zoned /> <LeftToRight>{of.last_used_from}</LeftToRight>
    </span>
  )
}

/** The old secret while it is good: until when, what it signs, and how to end that sooner. */
function Previous({ previous }: { previous: NonNullable<SecretState['previous']> }): ReactNode {
  const { t } = useTranslation()
  const signing = useAction(signWithNewSecret, { refreshes: [readSecretState] })
  const ending = useAction(endPreviousSecret, { refreshes: [readSecretState] })
  const [asking, setAsking] = useState(false)
  const end = async () => {
    await ending.act({})
    setAsking(false)
  }
  return (
    <div className={styles['fresh']}>
      <h3>{t(($) => $.keys.oldTitle)}</h3>
      <p>{previous.signs ? t(($) => $.keys.oldSigns) : t(($) => $.keys.oldVerifies)}</p>
      <Facts
        facts={[
          [t(($) => $.keys.oldUntil), <Time key="until" at={previous.valid_until} zoned />],
          [t(($) => $.keys.lastUsed), <LastUse key="used" of={previous} />],
        ]}
      />
      <div className={styles['secret']}>
        <Offered rule="webhooks">
          {previous.signs && (
            <Button variant="default" loading={signing.pending} onClick={() => void signing.act({})}>
              {t(($) => $.keys.useNew)}
            </Button>
          )}
          <Button variant="default" onClick={() => setAsking(true)}>
            {t(($) => $.keys.endNow)}
          </Button>
        </Offered>
      </div>
      {asking && (
        <Confirm
          title={t(($) => $.keys.endTitle)}
          confirm={t(($) => $.keys.endNow)}
          keep={t(($) => $.keys.endKeep)}
          danger
          pending={ending.pending}
          onConfirm={() => void end()}
          onClose={() => setAsking(false)}
        >
          {t(($) => $.keys.endText)}
        </Confirm>
      )}
    </div>
  )
}
