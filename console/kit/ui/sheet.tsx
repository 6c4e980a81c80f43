import { Button, FileButton } from '@mantine/core'
import { useState, type DragEvent, type ReactNode } from 'react'
import { Icon } from './icons.tsx'
import styles from './sheet.module.css'

interface DropSheetProps {
  /** The endings of a call's file. */
  endings: readonly string[]
  /** Said in the area, on the button and below it. */
  words: { drop: string; choose: string; nothingYet: string }
  pending: boolean
  /** Nothing can be chosen now; `words` say why. */
  disabled?: boolean
  /** Why the last sheet was refused; empty where none was. */
  fault: string
  onChoose: (sheet: File) => void
  /** Several may be chosen together; each is then given to `onChoose`. */
  several?: boolean
}

/** Where a sheet is chosen, or dropped. */
export function DropSheet(props: DropSheetProps): ReactNode {
  const { endings, words, pending, disabled = false, fault, onChoose, several = false } = props
  const [over, setOver] = useState(false)
  const choose = (sheets: readonly File[]) => {
    if (!pending && !disabled) for (const sheet of several ? sheets : sheets.slice(0, 1)) onChoose(sheet)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose([...event.dataTransfer.files])
  }
  return (
    <>
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
        <p>{words.drop}</p>
        <FileButton
          multiple={several}
          accept={acceptOf(endings)}
          onChange={(sheets: File | File[] | null) => choose([sheets ?? []].flat())}
        >
          {(given) => (
            <Button {...given} loading={pending} disabled={disabled}>
              {words.choose}
            </Button>
          )}
        </FileButton>
        <p className={styles['hint']}>{words.nothingYet}</p>
      </div>
      <SheetFault fault={fault} />
    </>
  )
}

/** The value of `accept` for the endings of a call's file. */
export const acceptOf = (endings: readonly string[]): string => endings.map((ending) => `.${ending}`).join(',')

/** Why a sheet was refused; nothing where none was. */
export const SheetFault = ({ fault }: { fault: string }): ReactNode =>
  fault && (
    <p role="alert" className={styles['fault']}>
      {fault}
    </p>
  )

/** What a sheet has to look like: paragraphs and {@link SheetWords}. */
export const SheetFormat = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={styles['how']}>{children}</div>
)

/** Words as they stand in a file. */
export const SheetWords = ({ words }: { words: readonly string[] }): ReactNode => (
  <ul className={styles['words']}>
    {words.map((word) => (
      <li key={word}>
        <bdi dir="ltr">{word}</bdi>
      </li>
    ))}
  </ul>
)
