import { Button, Modal, NativeSelect } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { linkToSubscriptionMethod } from '#contract/subscription-changes.ts'
import { languages, languageTags, type Language } from '#i18n/languages.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { LeftToRight, timeWords } from '#console/kit/details/values.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { OutboxHint } from '#console/kit/shell/outbox-hint.tsx'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { Icon } from '#console/kit/ui/icons.tsx'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { ofSubscriptions } from '../calls.ts'
import type { ActDialogueProps } from '../subscription-acts.tsx'
import styles from '../subscriptions.module.css'

/** Makes a one-time link by which the customer changes how they pay, sent by mail or handed over. */
export default function MethodLink({ subscription, onClose }: ActDialogueProps): ReactNode {
  const { t } = useTranslation()
  const shown = useLanguage()
  const timeZone = useTimeZone()
  useReturnFocus()
  const [language, setLanguage] = useState<Language>(subscription.language)
  const [made, setMade] = useState<{ link: string; valid_until: string; sent_to: string } | null>(null)
  const { act, pending } = useAction(linkToSubscriptionMethod, { refreshes: ofSubscriptions })
  const make = async (send: boolean) => {
    const outcome = await act({ path: { ref: subscription.order_ref }, body: send ? { send, language } : { language } })
    if (outcome.ok) setMade(outcome.answer)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(($) => $.subscriptions.acts.methodLink)}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <div className={dialogue['body']}>
        <p>{t(($) => $.subscriptions.methodLinkText)}</p>
        {made ? (
          <div className={styles['link']} role="status">
            {made.sent_to && (
              <strong>{t(($) => $.subscriptions.methodLinkSent, { to: isolatedLtr(made.sent_to) })}</strong>
            )}
            <LeftToRight>{made.link}</LeftToRight>
            <span className={styles['hint']}>
              {t(($) => $.subscriptions.methodLinkUntil, {
                time: timeWords(made.valid_until, { language: shown, timeZone, zoned: true }),
              })}
            </span>
            <CopyButton text={made.link} label={t(($) => $.subscriptions.acts.copy)} />
          </div>
        ) : (
          <>
            <NativeSelect
              label={t(($) => $.linkForm.language)}
              data={languageTags.map((value) => ({ value, label: languages[value].name }))}
              value={language}
              onChange={(event) => setLanguage(event.currentTarget.value as Language)}
            />
            <div className={dialogue['buttons']}>
              <Button variant="default" loading={pending} onClick={() => void make(false)}>
                {t(($) => $.subscriptions.methodLinkMake)}
              </Button>
              {subscription.email && (
                <Button leftSection={<Icon name="mail" />} loading={pending} onClick={() => void make(true)}>
                  {t(($) => $.share.byEmail, { to: isolatedLtr(subscription.email) })}
                </Button>
              )}
            </div>
          </>
        )}
        <OutboxHint />
      </div>
    </Modal>
  )
}
