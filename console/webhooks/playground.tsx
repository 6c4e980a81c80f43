import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { checkSignature, type SignatureCheck } from '#contract/signature-checks.ts'
import { checkedObjects, signedObjects, type CheckedObject } from '#contract/signed-objects.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { Screen } from '#console/kit/routing/screen.tsx'
import { CheckResult } from './check-result.tsx'
import styles from './playground.module.css'

interface Values {
  object: CheckedObject
  text: string
  signature: string
  webhook_id: string
  webhook_timestamp: string
}

/** Says whether a signature matches what was signed, and if not, why. */
export default function Playground(): ReactNode {
  const { t } = useTranslation()
  const [result, setResult] = useState<SignatureCheck | null>(null)
  const { form, onSubmit, pending, failure } = useCallForm(checkSignature, {
    initial: {
      object: 'order',
      text: '',
      signature: '',
      webhook_id: '',
      webhook_timestamp: '',
    } satisfies Values as Values,
    toBody: ({ object, text, signature, ...headers }) => ({
      object,
      text,
      signature,
      ...(object === 'webhook_headers' && headers),
    }),
    blanks: 'sent',
    quiet: true,
    onDone: ({ answer }) => setResult(answer),
  })
  const { object } = form.values
  const words = object === 'token' ? 'token' : object === 'webhook_headers' ? 'webhook' : 'params'
  return (
    <Screen name="signaturePlayground" back="webhooks" backSearch={{ tab: 'security' }}>
      <p className={styles['lead']}>{t(($) => $.playground.lead)}</p>
      <form noValidate className={styles['form']} onSubmit={onSubmit}>
        <Select
          label={t(($) => $.playground.object)}
          allowDeselect={false}
          data={checkedObjects.map((value) => ({ value, label: wireWord('signedObjects', value) }))}
          {...form.getInputProps('object')}
        />
        {object in signedObjects && (
          <p className={styles['names']}>
            {t(($) => $.playground.covers)}{' '}
            <LeftToRight>{signedObjects[object as keyof typeof signedObjects].toSorted().join(', ')}</LeftToRight>
          </p>
        )}
        {object === 'webhook_headers' && (
          <div className={styles['pair']}>
            <TextInput label="webhook-id" dir="ltr" autoComplete="off" {...form.getInputProps('webhook_id')} />
            <TextInput
              label="webhook-timestamp"
              dir="ltr"
              autoComplete="off"
              {...form.getInputProps('webhook_timestamp')}
            />
          </div>
        )}
        {object !== 'token' && (
          <Textarea
            label={t(($) => $.playground.text[words])}
            description={t(($) => $.playground.textHint[words])}
            dir="ltr"
            autosize
            minRows={4}
            maxRows={14}
            spellCheck={false}
            classNames={{ input: styles['code'] ?? '' }}
            {...form.getInputProps('text')}
          />
        )}
        <Textarea
          label={t(($) => $.playground.signature[words])}
          dir="ltr"
          autosize
          minRows={1}
          spellCheck={false}
          classNames={{ input: styles['code'] ?? '' }}
          {...form.getInputProps('signature')}
        />
        {failure && <FormFailure error={failure} />}
        <Button type="submit" loading={pending} className={styles['send'] ?? ''}>
          {t(($) => $.playground.check)}
        </Button>
      </form>
      <div role="status">
        {result && (
          <Section title={t(($) => $.playground.result)}>
            <CheckResult result={result} />
          </Section>
        )}
      </div>
    </Screen>
  )
}
