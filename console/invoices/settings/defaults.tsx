import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, languageTags } from '#i18n/languages.ts'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { LookInputs } from '../form/look.tsx'
import { ReminderList } from '../form/reminder-list.tsx'
import type { SettingsProps } from './seller.tsx'
import styles from './settings.module.css'

/** What each new invoice begins with, and when customers are left in peace. */
export function Defaults({ form }: SettingsProps): ReactNode {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))
  return (
    <>
      <FormSection title={t(($) => $.invoiceSettings.defaults)}>
        <TextInput
          label={t(($) => $.invoiceForm.dueDays)}
          description={t(($) => $.invoiceSettings.dueDaysHint)}
          inputMode="numeric"
          dir="ltr"
          {...form.getInputProps('due_days')}
        />
        <NativeSelect
          label={t(($) => $.invoiceForm.language)}
          description={t(($) => $.invoiceSettings.languageHint)}
          data={languageTags.map((value) => ({ value, label: languages[value].name }))}
          {...form.getInputProps('language')}
        />
        <LookInputs
          input={(part) => ({ ...form.getInputProps(`look.${part}`) })}
          color={form.values.look.color}
          onColor={(color) => form.setFieldValue('look.color', color)}
        />
      </FormSection>
      <FormSection title={t(($) => $.invoiceForm.reminders)}>
        <ReminderList
          reminders={form.values.reminders}
          input={(path) => ({ ...form.getInputProps(path) })}
          onChange={(reminders) => form.setFieldValue('reminders', reminders)}
        />
        <NativeSelect label={t(($) => $.invoiceSettings.quietFrom)} data={hours} {...form.getInputProps('quiet_from')} />
        <NativeSelect label={t(($) => $.invoiceSettings.quietTo)} data={hours} {...form.getInputProps('quiet_to')} />
        <p className={`wide ${styles['hint']}`}>{t(($) => $.invoiceSettings.quietHint, { zone: isolatedLtr(zone) })}</p>
      </FormSection>
    </>
  )
} // prettier-ignore
