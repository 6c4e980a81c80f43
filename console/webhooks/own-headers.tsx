import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import type { CallForm } from '#console/kit/form/use-call-form.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './webhooks.module.css'

export interface HeaderValue {
  name: string
  value: string
}
/** The request's headers of the form's; one without a value keeps the stored one. */
export const headersOf = (headers: readonly HeaderValue[]) =>
  headers.map(({ name, value }) => (value === '' ? { name } : { name, value }))

/** Headers of the merchant's own: their names, and values that are written and never read. */
export function OwnHeaders<V extends { headers: HeaderValue[] }>({
  form,
  kept,
}: {
  form: CallForm<V>['form']
  /** The names of the stored ones. */
  kept: readonly string[]
}): ReactNode {
  const { t } = useTranslation()
  const { headers } = form.values
  const change = (next: HeaderValue[]) => form.setFieldValue('headers' as never, next as never)
  return (
    <fieldset className={styles['headers']}>
      <legend>{t(($) => $.webhooks.headers)}</legend>
      <p className={styles['note']}>{t(($) => $.webhooks.headersHint)}</p>
      {headers.map(({ name }, at) => (
        <div key={at} className={styles['header']}>
          <TextInput
            label={t(($) => $.webhooks.headerName)}
            dir="ltr"
            autoComplete="off"
            {...form.getInputProps(`headers.${at}.name`)}
          />
          <TextInput
            label={t(($) => $.webhooks.headerValue)}
            placeholder={kept.includes(name) ? '********' : ''}
            dir="ltr"
            autoComplete="off"
            {...form.getInputProps(`headers.${at}.value`)}
          />
          <Button
            variant="default"
            aria-label={t(($) => $.webhooks.headerRemove, { name })}
            onClick={() => change(headers.filter((_, other) => other !== at))}
          >
            <Icon name="close" size={14} />
          </Button>
        </div>
      ))}
      {headers.length < limits.webhookHeaders && (
        <Button variant="default" size="xs" onClick={() => change([...headers, { name: '', value: '' }])}>
          {t(($) => $.webhooks.headerAdd)}
        </Button>
      )}
    </fieldset>
  )
}
