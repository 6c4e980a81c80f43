import { Checkbox, Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sourceCategories } from '#contract/recon-source-shapes.ts'
import {
  listDataSources,
  listReconChannels,
  saveDataSource,
  type ReconChannel,
  type ReconSource,
} from '#contract/recon-sources.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { codeWord } from '#console/kit/i18n/words.ts'

interface EditSourceProps {
  /** Null for a new one. */
  source: ReconSource | null
  channels: readonly ReconChannel[]
  onClose: () => void
}

/** Makes a source, or changes its currency and how its lines are read. Its name, category and channel stay. */
export function EditSource({ source, channels, onClose }: EditSourceProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { form, ...rest } = useCallForm(saveDataSource, {
    initial: {
      data_source: source?.data_source ?? '',
      category: source?.category ?? ('BANK' as ReconSource['category']),
      payment_channel_key: source?.payment_channel_key ?? '',
      currency: source?.currency ?? '',
      lines: source?.config.is_sku_level ?? false,
    },
    toBody: ({ lines, payment_channel_key: key, ...values }) => ({
      ...values,
      environment,
      ...(key && { payment_channel_key: key }),
      config: { is_sku_level: lines },
    }),
    blanks: 'sent',
    refreshes: [listDataSources, listReconChannels],
    onDone: onClose,
  })
  const isKnown = source !== null
  return (
    <FormDialogue
      title={isKnown ? source.data_source : t(($) => $.reconConfiguration.addSource)}
      submit={t(($) => $.reconConfiguration.save)}
      onClose={onClose}
      {...rest}
    >
      <TextInput
        label={t(($) => $.reconConfiguration.sourceName)}
        description={t(($) => $.reconConfiguration.sourceNameHint)}
        dir="ltr"
        required
        disabled={isKnown}
        {...form.getInputProps('data_source')}
        onChange={(event) => form.setFieldValue('data_source', event.currentTarget.value.toUpperCase())}
      />
      <Select
        label={t(($) => $.reconConfiguration.sourceKind)}
        data={sourceCategories
          .filter((one) => one !== 'PAYMENT_GATEWAY')
          .map((value) => ({ value, label: codeWord('sourceCategories', value) }))}
        allowDeselect={false}
        disabled={isKnown}
        {...form.getInputProps('category')}
      />
      <Select
        label={t(($) => $.reconConfiguration.sourceChannel)}
        description={t(($) => $.reconConfiguration.sourceChannelHint)}
        data={channels.map((one) => ({ value: one.payment_channel_key, label: one.name }))}
        clearable
        disabled={isKnown}
        {...form.getInputProps('payment_channel_key')}
        onChange={(key) => form.setFieldValue('payment_channel_key', key ?? '')}
      />
      <CurrencySelect
        label={t(($) => $.reconConfiguration.sourceCurrency)}
        description={t(($) => $.reconConfiguration.sourceCurrencyHint)}
        {...form.getInputProps('currency')}
      />
      <Checkbox
        label={t(($) => $.reconConfiguration.sourceLines)}
        description={t(($) => $.reconConfiguration.sourceLinesHint)}
        {...form.getInputProps('lines', { type: 'checkbox' })}
      />
    </FormDialogue>
  )
}
