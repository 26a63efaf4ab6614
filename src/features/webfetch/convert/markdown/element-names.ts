// What kind of element a name stands for, as far as white space and emptiness go.

const names = (list: string): ReadonlySet<string> => new Set(list.split(" "))

/** Elements that stand on lines of their own. */
export const blockNames = names(
  "address article aside audio blockquote body canvas center dd dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html isindex li main menu nav noframes noscript ol output p pre section table tbody td tfoot th thead tr ul",
)

/** Elements that never have children. */
export const voidNames = names(
  "area base br col command embed hr img input keygen link meta param source track wbr",
)

/** Elements that say something without any text in them. */
export const telling = names("a table thead tbody tfoot th td iframe script audio video")

/** Elements of which nothing is written. */
export const silent = names("script style noscript template head svg iframe")
