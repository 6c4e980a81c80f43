import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { reminderUnits } from '#contract/invoice-parts.ts'
import { limits } from '#contract/limits.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { newKey } from './edited-lines.ts'
import type { InvoiceValues } from './invoice-form.ts'
import styles from './invoice-editor.module.css'

interface ReminderListProps {
  reminders: InvoiceValues['reminders']
  input: (path: string) => Record<string, unknown>
  onChange: (reminders: InvoiceValues['reminders']) => void
}

/** When a customer is reminded, by the due day. */
export function ReminderList({ reminders, input, onChange }: ReminderListProps): ReactNode {
  const { t } = useTranslation()
  const add = () => onChange([...reminders, { time: '3', unit: 'days_before_due_date', key: newKey() }])
  return (
    <div className="wide">
      <ol className={styles['list']}>
        {reminders.map(({ key }, at) => (
          <li key={key} className={styles['reminder']}>
            <TextInput
              aria-label={t(($) => $.invoiceForm.reminderTime, { number: at + 1 })}
              inputMode="numeric"
              dir="ltr"
              {...input(`reminders.${at}.time`)}
            />
            <NativeSelect
              aria-label={t(($) => $.invoiceForm.reminderUnit, { number: at + 1 })}
              data={reminderUnits.map((value) => ({ value, label: codeWord('reminderUnits', value) }))}
              {...input(`reminders.${at}.unit`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t(($) => $.invoiceForm.removeReminder, { number: at + 1 })}
              onClick={() => onChange(reminders.toSpliced(at, 1))}
            >
              <Icon name="close" size={14} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {reminders.length < limits.invoiceReminders && (
        <Button
          {...(reminders.length > 0 ? { mt: 8 } : {})}
          size="xs"
          variant="default"
          leftSection={<Icon name="plus" />}
          onClick={add}
        >
          {t(($) => $.invoiceForm.addReminder)}
        </Button>
      )}
    </div>
  )
}
