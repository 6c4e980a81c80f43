import { Autocomplete, Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { listThirdPartySources, uploadThirdParty } from '#contract/third-party.ts'
import { neededFields, referenceFields, thirdPartyFields } from '#contract/third-party-mapping.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { saveFile } from '#console/kit/ui/save-file.ts'
import { DropSheet, SheetFormat, SheetWords } from '#console/kit/ui/sheet.tsx'

interface ChooseProps {
  fault: string
  pending: boolean
  onChoose: (file: File, source: string) => void
}

/** Who tells of the transactions, and the sheet in which they do. */
export function Choose({ fault, pending, onChoose }: ChooseProps): ReactNode {
  const { t } = useTranslation()
  const [source, setSource] = useState('')
  const sources = useCall(listThirdPartySources, {})
  return (
    <Screen
      name="thirdParty"
      title={t(($) => $.thirdParty.new)}
      back="thirdParty"
      actions={
        <Button variant="default" leftSection={<Icon name="download" />} onClick={saveTemplate}>
          {t(($) => $.thirdParty.template)}
        </Button>
      }
    >
      <Offered rule="thirdPartyUpload">
        <Autocomplete
          label={t(($) => $.thirdParty.source)}
          description={t(($) => $.thirdParty.sourceHint)}
          data={(sources.data ?? []).map((one) => one.source)}
          value={source}
          onChange={setSource}
          maxLength={60}
          mb={16}
        />
        <DropSheet
          endings={uploadThirdParty.file.endings}
          words={{
            drop: t(($) => $.thirdParty.drop),
            choose: t(($) => $.thirdParty.choose),
            nothingYet: t(($) => $.thirdParty.nothingYet),
          }}
          onChoose={(file) => onChoose(file, source)}
          {...{ pending, fault }}
        />
      </Offered>
      <Section title={t(($) => $.thirdParty.format)}>
        <SheetFormat>
          <p>{t(($) => $.thirdParty.how, { rows: limits.thirdPartyRows })}</p>
          <p>{t(($) => $.thirdParty.needed)}</p>
          <SheetWords words={neededFields} />
          <p>{t(($) => $.thirdParty.neededReference)}</p>
          <SheetWords words={referenceFields} />
          <p>{t(($) => $.thirdParty.optional)}</p>
          <SheetWords words={optionalFields} />
        </SheetFormat>
      </Section>
    </Screen>
  )
}
const optionalFields = thirdPartyFields.filter(
  (field) => !([...neededFields, ...referenceFields] as readonly string[]).includes(field),
)

/** Saves a template with the columns and an example row. */
function saveTemplate(): void {
  const example = [
    '2026-11-30 14:05:00', '125.50', 'SGD', 'success', 'ORDER-1001', 'pi_3PqX81', 'card', 'Acquirer', 'Mei Tan', 'mei@example.com', '3.77', '',
  ] // prettier-ignore
  const text = `\uFEFF${thirdPartyFields.join(',')}\r\n${example.join(',')}\r\n`
  saveFile({ name: 'third-party-transactions.csv', file: new Blob([text], { type: 'text/csv' }) })
}
