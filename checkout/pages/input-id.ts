/** The identifier of a question's input in the document, by its path in the request: 'fields.size' → 'f-size'. */
export const inputId = (path: string): string => path.replace(/^fields\./, 'f-')
