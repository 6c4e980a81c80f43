import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readConfirmation, saveConfirmation, type Confirmation as Saved } from '#contract/confirmations.ts'
import { limits } from '#contract/limits.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { AskBeforeLeaving } from '#console/kit/form/unsaved.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import styles from './settings.module.css'

/** The address that is asked before a payment is captured, for who may change the settings. */
export function Confirmation(): ReactNode {
  const { t } = useTranslation()
  const mayEdit = useDenied(saveConfirmation.access) === null
  return (
    <Section title={t(($) => $.confirmation.title)}>
      <div className={styles['prose']}>
        <p>{t(($) => $.confirmation.text, { count: limits.confirmationTimeoutMs / 1_000 })}</p>
        <p>{t(($) => $.confirmation.appliesTo)}</p>
        <p>
          {t(($) => $.confirmation.secret)}{' '}
          <ScreenLink to="webhooks" search={{ tab: 'security' }}>
            {t(($) => $.confirmation.secretLink)}
          </ScreenLink>
        </p>
      </div>
      {mayEdit ? <Address /> : <p className={styles['hint']}>{t(($) => $.settings.onlyAdministrators)}</p>}
    </Section>
  )
}

function Address(): ReactNode {
  const saved = useCall(readConfirmation, { query: {} })
  if (!saved.data) return <Unanswered query={saved} lines={2} />
  return <Edit key={saved.data.changed_at ?? ''} saved={saved.data} />
}

function Edit({ saved }: { saved: Saved }): ReactNode {
  const { t } = useTranslation()
  const { form, onSubmit, pending, failure } = useCallForm(saveConfirmation, {
    initial: { url: saved.url },
    toBody: ({ url }) => ({ url: url.trim() }),
    blanks: 'sent',
    refreshes: [readConfirmation],
    onDone: () => {},
  })
  const isChanged = form.values.url.trim() !== saved.url
  return (
    <form noValidate className={styles['form']} onSubmit={onSubmit}>
      <TextInput
        label={t(($) => $.confirmation.url)}
        description={t(($) => $.confirmation.urlHint)}
        placeholder="https://"
        type="url"
        dir="ltr"
        autoComplete="off"
        maxLength={2048}
        {...form.getInputProps('url')}
      />
      {saved.changed_at && (
        <p className={styles['hint']}>
          {t(($) => $.confirmation.since)} <Time at={saved.changed_at} zoned />
        </p>
      )}
      {failure && <FormFailure error={failure} />}
      <div className={styles['actions']}>
        <Button type="submit" loading={pending} disabled={!isChanged}>
          {t(($) => $.settings.save)}
        </Button>
        {isChanged && (
          <Button variant="default" onClick={() => form.setValues({ url: saved.url })}>
            {t(($) => $.settings.discard)}
          </Button>
        )}
      </div>
      <AskBeforeLeaving unsaved={isChanged && !pending} />
    </form>
  )
}
