/**
 * The documentation site: documents of the project in Markdown and the files that they link to, as
 * pages of HTML beside the Javadoc.
 *
 * <pre>
 * Main -> SiteBuilder -> MarkdownPages  a document, its links rewritten by
 *              |         SourcePages      SiteMap: where a file lies on the site
 *              |         PageFrame        navigation and style around a page
 *              +-------> LinkCheck      every link of the site leads somewhere
 * </pre>
 */
package dev.weft.site;
