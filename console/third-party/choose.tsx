import { Autocomplete, Button, FileButton } from '@mantine/core'
import { useState, type DragEvent, type ReactNode } from 'react'
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
import styles from './third-party.module.css'

const accept = uploadThirdParty.file.endings.map((ending) => `.${ending}`).join(',')

interface ChooseProps {
  fault: string
  pending: boolean
  onChoose: (file: File, source: string) => void
}

/** Who tells of the transactions, and the sheet in which they do. */
export function Choose({ fault, pending, onChoose }: ChooseProps): ReactNode {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)
  const [source, setSource] = useState('')
  const sources = useCall(listThirdPartySources, {})
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !pending) onChoose(file, source)
  }
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
        <div
          className={styles['drop']}
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <Icon name="upload" size={24} />
          <p>{t(($) => $.thirdParty.drop)}</p>
          <FileButton onChange={(file) => file && onChoose(file, source)} accept={accept}>
            {(props) => (
              <Button {...props} loading={pending}>
                {t(($) => $.thirdParty.choose)}
              </Button>
            )}
          </FileButton>
          <p className={styles['hint']}>{t(($) => $.thirdParty.nothingYet)}</p>
        </div>
        {fault && (
          <p role="alert" className={styles['fault']}>
            {fault}
          </p>
        )}
      </Offered>
      <Section title={t(($) => $.thirdParty.format)}>
        <div className={styles['how']}>
          <p>{t(($) => $.thirdParty.how, { rows: limits.thirdPartyRows })}</p>
          <p>{t(($) => $.thirdParty.needed)}</p>
          <Words words={neededFields} />
          <p>{t(($) => $.thirdParty.neededReference)}</p>
          <Words words={referenceFields} />
          <p>{t(($) => $.thirdParty.optional)}</p>
          <Words words={optionalFields} />
        </div>
      </Section>
    </Screen>
  )
}
const optionalFields = thirdPartyFields.filter(
  (field) => !([...neededFields, ...referenceFields] as readonly string[]).includes(field),
)

/** Words as they stand in a file. */
const Words = ({ words }: { words: readonly string[] }): ReactNode => (
  <ul className={styles['words']}>
    {words.map((word) => (
      <li key={word}>
        <bdi dir="ltr">{word}</bdi>
      </li>
    ))}
  </ul>
)

/** Saves a template with the columns and an example row. */
function saveTemplate(): void {
  const example = [
    '2026-11-30 14:05:00', '125.50', 'SGD', 'success', 'ORDER-1001', 'pi_3PqX81', 'card', 'Acquirer', 'Mei Tan', 'mei@example.com', '3.77', '',
  ] // prettier-ignore
  const text = `\uFEFF${thirdPartyFields.join(',')}\r\n${example.join(',')}\r\n`
  saveFile({ name: 'third-party-transactions.csv', file: new Blob([text], { type: 'text/csv' }) })
}
