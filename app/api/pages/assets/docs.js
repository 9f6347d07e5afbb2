"use strict";
// Relative addresses: the service may stand behind a prefix. The validator would ask another origin.
SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#document",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  persistAuthorization: true,
  validatorUrl: null,
});
