import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExceptionAct } from '#contract/recon-decision-shapes.ts'
import { useOwners } from './owners.ts'

export interface ActValues {
  reason: string
  until_day: string
  owner_id: string
}

/** What an act asks: until when, who, or a reason. */
export function ActFields({ act, form }: { act: ExceptionAct; form: UseFormReturnType<ActValues> }): ReactNode {
  const { t } = useTranslation()
  const owners = useOwners()
  return (
    <>
      {act === 'assign' && (
        <NativeSelect
          label={t(($) => $.columns.owner_name)}
          data={[{ value: '', label: t(($) => $.reconExceptions.nobody) }, ...owners]}
          {...form.getInputProps('owner_id')}
        />
      )}
      {(act === 'expect' || act === 'assign') && (
        <TextInput
          type="date"
          label={act === 'expect' ? t(($) => $.reconExceptions.untilDay) : t(($) => $.columns.owner_due_on)}
          {...form.getInputProps('until_day')}
        />
      )}
      {act !== 'assign' && (
        <Textarea
          label={act === 'comment' ? t(($) => $.reconExceptions.comment) : t(($) => $.columns.reason)}
          dir="auto"
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('reason')}
        />
      )}
    </>
  )
}
