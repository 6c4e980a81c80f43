import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import { listWebhooks, resetSecureSecret } from '#contract/webhooks.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { Time } from '#console/kit/details/values.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Recipe } from './recipe.tsx'
import styles from './webhooks.module.css'

/** `replaces` is false for the first secret of a mode. */
type NewSecret = WireOutput<typeof resetSecureSecret> & { replaces: boolean }

/** The masked secure secret, the button that replaces it, and the recipe to verify signatures. */
export function Security({ masked }: { masked: string }): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(resetSecureSecret, { refreshes: [listWebhooks] })
  const [asking, setAsking] = useState(false)
  const [fresh, setFresh] = useState<NewSecret | null>(null)
  const reset = async () => {
    setAsking(false)
    const outcome = await act({ body: {} })
    if (outcome.ok) setFresh({ ...outcome.answer, replaces: masked !== '' })
  }
  const hours = limits.webhookSecretOverlapHours
  return (
    <div>
      <Section title={t(($) => $.security.secret)}>
        <div className={styles['prose']}>
          <p>{t(($) => $.security.secretText)}</p>
          <p className={styles['note']}>{masked ? t(($) => $.security.shownOnce) : t(($) => $.security.none)}</p>
        </div>
        <div className={styles['secret']}>
          {masked && (
            <bdi dir="ltr" className={styles['value']}>
              {masked}
            </bdi>
          )}
          <Offered rule="webhooks">
            <Button variant="default" loading={pending} onClick={() => (masked ? setAsking(true) : void reset())}>
              {masked ? t(($) => $.security.reset) : t(($) => $.security.create)}
            </Button>
          </Offered>
        </div>
        {fresh && <Fresh fresh={fresh} onStored={() => setFresh(null)} />}
      </Section>
      <Section title={t(($) => $.security.verify)}>
        <Recipe />
        <p className={styles['alone']}>
          <ScreenLink to="signaturePlayground">{t(($) => $.security.toPlayground)}</ScreenLink>
        </p>
      </Section>
      {asking && (
        <Confirm
          title={t(($) => $.security.resetTitle)}
          confirm={t(($) => $.security.reset)}
          keep={t(($) => $.security.resetKeep)}
          danger
          onConfirm={() => void reset()}
          onClose={() => setAsking(false)}
        >
          {t(($) => $.security.resetText, { count: hours })}
        </Confirm>
      )}
    </div>
  )
}

/** The new secret, shown until the user has stored it or leaves the tab. */
function Fresh({ fresh, onStored }: { fresh: NewSecret; onStored: () => void }): ReactNode {
  const { t } = useTranslation()
  return (
    <div className={styles['fresh']} role="status">
      <h3>{t(($) => $.security.freshTitle)}</h3>
      <p>{t(($) => $.security.freshText)}</p>
      <div className={styles['secret']}>
        <bdi dir="ltr" className={styles['value']}>
          {fresh.secureSecret}
        </bdi>
        <CopyButton text={fresh.secureSecret} label={t(($) => $.security.copySecret)} />
        <Button onClick={onStored}>{t(($) => $.security.stored)}</Button>
      </div>
      {fresh.replaces && (
        <p>
          {t(($) => $.security.previousUntil)} <Time at={fresh.previous_valid_until} zoned />
        </p>
      )}
    </div>
  )
}
