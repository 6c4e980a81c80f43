import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { updateChannel } from '#contract/channels.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { countryOptions } from './channel-words.ts'
import { useChannelKind } from './pay-type.tsx'
import { VirtualAccounts } from './virtual-accounts.tsx'
import { ofChannels, type Connected, type Entry } from './use-channels.ts'

interface EditChannelProps {
  connection: Connected
  entry: Entry
  onClose: () => void
}

/** The form of a channel's name and country. */
export function EditChannel({ connection, entry, onClose }: EditChannelProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { payType } = useChannelKind()
  const hasAccounts = payType === 'PAYOUT' && entry.payouts?.virtual_accounts === true
  const { form, onSubmit, pending, failure } = useCallForm(updateChannel, {
    initial: { name: connection.name, country: connection.country, is_va_flow: connection.is_va_flow },
    path: { channelId: connection.key },
    toBody: ({ is_va_flow, ...values }) => (hasAccounts ? { ...values, is_va_flow } : values),
    blanks: 'sent',
    refreshes: ofChannels,
    onDone: onClose,
  })
  return (
    <FormDialogue
      title={t(($) => $.payChannels.editTitle)}
      submit={t(($) => $.payChannels.save)}
      {...{ onSubmit, pending, failure, onClose }}
    >
      <TextInput
        data-autofocus
        label={wireWord('columns', 'name')}
        description={t(($) => $.payChannels.nameHint)}
        dir="auto"
        autoComplete="off"
        maxLength={60}
        {...form.getInputProps('name')}
      />
      <Select
        label={wireWord('columns', 'country')}
        description={t(($) => (payType === 'PAYIN' ? $.payChannels.countryHint : $.payoutChannels.countryHint))}
        data={countryOptions(entry.countries, language)}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t(($) => $.list.noMatchTitle)}
        {...form.getInputProps('country')}
      />
      {hasAccounts && <VirtualAccounts {...form.getInputProps('is_va_flow', { type: 'checkbox' })} />}
    </FormDialogue>
  )
}
