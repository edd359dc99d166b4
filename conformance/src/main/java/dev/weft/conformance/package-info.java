/** Clauses, verdicts and the run that checks a provider. */
package dev.weft.conformance;
